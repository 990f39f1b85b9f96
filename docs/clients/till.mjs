/**
 * Runs till.ts, or reports the version that it needs if this Node cannot run TypeScript:
 *
 *     POS_TOKEN=... node till.mjs
 */

if (!process.features.typescript) {
  console.error(`till.ts needs Node 22.18 or later, which runs TypeScript without a build; found ${process.version}`);
  process.exit(2);
}
const { main } = await import('./till.ts');
process.exitCode = await main();
