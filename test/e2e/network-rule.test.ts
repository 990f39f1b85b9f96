import { describe, expect, onTestFinished, test } from 'vitest';
import type { Check } from '../electron/contract/assumption.ts';
import type { ProxyPlaces } from '../electron/contract/network-rule.ts';
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

interface Behind {
  readonly places: ProxyPlaces;
  readonly proxyUrl: string;
  readonly proxy: CompanyProxy | null;
}

const behindProxy = async (kind: ProxyPlaces['proxy']): Promise<Behind> => {
  const plain = await openContractServer();
  const secure = await openContractServer(selfSigned);
  const proxy = await openProxy(kind === 'asks' ? 'asks' : 'open', { plain: plain.port, secure: secure.port });
  onTestFinished(() => {
    plain.close();
    secure.close();
    proxy.close();
  });
  if (kind === 'dead') proxy.close();
  return {
    places: { plain: 'http://service.example/there', secure: 'https://service.example/there', proxy: kind },
    proxyUrl: `http://127.0.0.1:${proxy.port}`,
    proxy,
  };
};

const kinds = ['open', 'asks', 'dead'] as const;
const byChromium = drawn<ProxyPlaces['proxy']>(kinds, 3);

describe.each(kinds)('behind a company’s proxy of the kind "%s"', (kind) => {
  const programs = [
    ['Node', true, onNode],
    ['Chromium', hasStandIn && byChromium.includes(kind), onStandIn],
    ['Electron', hasElectron, onElectron],
  ] as const;
  test.each(programs.filter(([, isThere]) => isThere))('%s ends requests as expected', async (name, _isThere, run) => {
    const { places, proxyUrl, proxy } = await behindProxy(kind);
    const env = {
      CONTRACT_PROXY: JSON.stringify(places),
      ...(name === 'Node' && { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxyUrl, HTTPS_PROXY: proxyUrl, NO_PROXY: '' }),
    };
    const seen = await run({ env, switches: [`--proxy-server=${proxyUrl}`] });
    expect(otherwise(seen)).toEqual([]);
    expect(seen).toHaveLength(kind === 'asks' ? 2 : 3);
    const tunnels = proxy?.received.filter((line) => line === 'CONNECT service.example:443').length ?? 0;
    expect(tunnels > 0).toBe(kind !== 'dead');
  });
});
