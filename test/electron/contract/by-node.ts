import { nodeFetch } from '../../../src-main/node-fetch.ts';
import { checkAssumption } from './assumption.ts';
import { type ProxyPlaces, proxyAssumptions, ruleAssumptions } from './network-rule.ts';

/** Checks the assumptions about requests with Node's fetch, in a process without Electron like `headless`. */
const fetch = nodeFetch({ usesEnvProxy: process.env.NODE_USE_ENV_PROXY === '1' });
const places = process.env.CONTRACT_PROXY;
const assumptions =
  places === undefined ? ruleAssumptions(fetch) : proxyAssumptions(fetch, JSON.parse(places) as ProxyPlaces);
for (const assumption of assumptions) await checkAssumption(assumption);
process.exit(0);
