import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import type { Fetch } from './ports.ts';

/**
 * Node's fetch; what asks for a connection of its own gets one, without keep-alive. `usesEnvProxy`: Node was told to go
 * through the proxy of HTTP_PROXY and HTTPS_PROXY, so that has to hold for these, too.
 */
export function nodeFetch({ usesEnvProxy }: { readonly usesEnvProxy: boolean }): Fetch {
  // Without pipelining there is no keep-alive in undici, of which Node's own fetch is made.
  const options = { pipelining: 0 };
  const dispatcher = usesEnvProxy ? new EnvHttpProxyAgent(options) : new Agent(options);
  const onItsOwn = undiciFetch as unknown as (url: string, init: object) => Promise<Response>;
  return (url, { freshConnection, ...init }) =>
    freshConnection === true ? onItsOwn(url, { ...init, dispatcher }) : fetch(url, init);
}
