import { nodeFetch } from '../../../src-main/node-fetch.ts';
import { checkAssumption } from './assumption.ts';
import { type ProxyPlace, proxyAssumptions } from './network-rule.ts';

/** Checks requests through a proxy with Node's fetch, in a process without Electron like `headless`. */
const fetch = nodeFetch({ usesEnvProxy: true });
const place = JSON.parse(process.env.CONTRACT_PROXY ?? '') as ProxyPlace;
for (const assumption of proxyAssumptions(fetch, place)) await checkAssumption(assumption);
process.exit(0);
