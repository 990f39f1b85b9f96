/**
 * Runs till.ts, which is TypeScript as it stands, and says what it needs where Node cannot do that:
 *
 *     POS_TOKEN=... node till.mjs
 */

if (!process.features.typescript) {
  console.error(`till.ts needs Node 22.18 or later, which runs TypeScript as it stands; found ${process.version}`);
  process.exit(2);
}
const { main } = await import('./till.ts');
process.exitCode = await main();
