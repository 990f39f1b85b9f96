import { nodeFetch } from '../../../src-main/node-fetch.ts';
import { checkAssumption } from './assumption.ts';
import { type ProxyPlaces, proxyAssumptions } from './network-rule.ts';

/** Checks requests through a proxy with Node's fetch, in a process without Electron like `headless`. */
const fetch = nodeFetch({ usesEnvProxy: true });
const places = JSON.parse(process.env.CONTRACT_PROXY ?? '') as ProxyPlaces;
for (const assumption of proxyAssumptions(fetch, places)) await checkAssumption(assumption);
process.exit(0);
