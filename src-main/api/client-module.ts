/** The OpenAPI description defines the requests and answers. The client passes them through unchanged. */
type Json = Readonly<Record<string, unknown>>;

interface Access {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs?: number;
}

/** Browsers get its source text, so it must use nothing outside itself. Errors have the member `problem`. */
export function tillClient({ url, token, timeoutMs = 15_000 }: Access) {
  const headers = { authorization: `Bearer ${token}` };

  async function answered(path: string, init: RequestInit) {
    const answer = await fetch(url + path, init);
    if (answer.ok) return answer;
    const problem = JSON.parse(await answer.text());
    throw Object.assign(new Error(`${problem.status} ${problem.type}: ${problem.detail}`), { problem });
  }

  async function once(method: string, path: string, body?: Json) {
    const sent = body && {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const answer = await answered(path, { method, headers, signal: AbortSignal.timeout(timeoutMs), ...sent });
    const text = await answer.text();
    return text === '' ? null : JSON.parse(text);
  }

  /** Tries five times if the app is busy or gives no answer. A repeated request has no second effect. */
  async function send(method: string, path: string, body?: Json) {
    for (let tried = 1; ; tried++) {
      try {
        return await once(method, path, body);
      } catch (error) {
        const status = (error as { readonly problem?: { readonly status: number } }).problem?.status ?? 503;
        if (tried === 5 || ![429, 503].includes(status)) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tried));
      }
    }
  }

  return {
    openSale: (sale: Json) => send('POST', '/sales', sale),
    sale: (id: string) => send('GET', `/sales/${id}`),
    find: (reference: string) => send('GET', `/sales?reference=${encodeURIComponent(reference)}`),
    change: (id: string, to: Json) => send('PATCH', `/sales/${id}`, to),
    setBasket: (id: string, basket: Json) => send('PUT', `/sales/${id}/basket`, basket),
    show: (id: string) => send('POST', `/sales/${id}/show`),
    sendBill: (id: string, bill: Json) => send('PUT', `/sales/${id}/bill`, { bill }),
    receipt: (receipt: Json) => send('POST', '/receipts', receipt),
    check: (receipt: Json) => send('POST', '/receipts/check', receipt),
    printed: (id: string) => send('POST', `/sales/${id}/printed`),
    cancel: (id: string) => send('DELETE', `/sales/${id}`),
    status: () => send('GET', '/status'),
    /** This request is never repeated, because it could start a second transaction. */
    startLoyalty: (id: string, externalUserId: string) => once('PUT', `/sales/${id}/loyalty`, { externalUserId }),
    cancelLoyalty: (id: string) => once('DELETE', `/sales/${id}/loyalty`),
    /** Yields events until the stream ends; continue with the last `id`. EventSource cannot send a token. */
    async *events(lastEventId = '') {
      const last = lastEventId === '' ? {} : { 'last-event-id': lastEventId };
      const answer = await answered('/events', { headers: { ...headers, ...last } });
      const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = '', piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
        const blocks = (rest + piece.value).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, event, id, data = ''] = /^event: (\w+)\nid: (\S+)\ndata: (.*)$/.exec(block) ?? [];
          if (event !== undefined) yield { event, id, data: JSON.parse(data) };
        }
      }
    },
  };
}

/** GET /v1/client.js: an ES module whose `connect({ token })` returns a client of the app that served it. */
export const clientModule = `${tillClient}
export const connect = (access) => tillClient({ url: new URL('.', import.meta.url).href.slice(0, -1), ...access });
`;
