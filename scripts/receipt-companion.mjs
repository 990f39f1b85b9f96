#!/usr/bin/env node
/**
 * The command `receipt-companion` runs one program of this project by its name. It is plain Node 20, like setup.mjs,
 * which it calls.
 */
const programs = {
  send: ['src-main/cli-main.ts', 'send'],
  onboard: ['src-main/cli-main.ts', 'onboard'],
  support: ['src-main/cli-main.ts', 'support'],
  headless: ['src-main/headless.ts'],
  simulator: ['scripts/simulator.ts'],
};

const [name, ...args] = process.argv.slice(2);
if (!Object.hasOwn(programs, name ?? '')) {
  process.stderr.write(
    `found ${name ?? 'nothing'}, expected one of: ${Object.keys(programs).join(', ')} (each knows --help)\n`,
  );
  process.exit(2);
}
process.argv.splice(2, process.argv.length, '--then', ...programs[name], ...args);
await import('./setup.mjs');
