import { describe, expect, onTestFinished, test } from 'vitest';
import type { Check } from '../electron/contract/assumption.ts';
import type { ProxyPlace } from '../electron/contract/network-rule.ts';
import { type CompanyProxy, openProxy } from '../electron/contract/proxy.ts';
import { selfSigned } from '../electron/contract/self-signed.ts';
import { openContractServer } from '../electron/contract/server.ts';
import { hasElectron, hasStandIn, onElectron, onNode, onStandIn } from '../electron/run-contract.ts';
import { drawn } from '../fakes/drawn.ts';

/**
 * The programs with and without windows use different fetches, but every request must end alike in both. Without a proxy
 * test/app/service-sockets.test.ts checks it for Node and electron-contract.test.ts for Chromium.
 */

const otherwise = (seen: readonly Check[]) => seen.filter((one) => one.expected !== one.seen);

const openCompany = async (kind: ProxyPlace['proxy']): Promise<CompanyProxy> => {
  const secure = await openContractServer(selfSigned);
  const proxy = await openProxy(kind === 'asks' ? 'asks' : 'open', secure.port);
  onTestFinished(() => {
    secure.close();
    proxy.close();
  });
  if (kind === 'dead') proxy.close();
  return proxy;
};

const kinds = ['open', 'asks', 'dead'] as const;
const byChromium = drawn<ProxyPlace['proxy']>(kinds, 3);

describe.each(kinds)('behind a company’s proxy of the kind "%s"', (kind) => {
  const programs = [
    ['Node', true, onNode],
    ['Chromium', hasStandIn && byChromium.includes(kind), onStandIn],
    ['Electron', hasElectron, onElectron],
  ] as const;
  test.each(programs.filter(([, isThere]) => isThere))('%s ends requests as expected', async (name, _isThere, run) => {
    const { port, received } = await openCompany(kind);
    const proxyUrl = `http://127.0.0.1:${port}`;
    const place: ProxyPlace = { url: 'https://service.example/there', proxy: kind };
    const env = {
      CONTRACT_PROXY: JSON.stringify(place),
      ...(name === 'Node' && { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl, NO_PROXY: '' }),
    };
    const seen = await run({ env, switches: [`--proxy-server=${proxyUrl}`] });
    expect(otherwise(seen)).toEqual([]);
    expect(seen).toHaveLength(2);
    expect(received.includes('CONNECT service.example:443')).toBe(kind !== 'dead');
  });
});
