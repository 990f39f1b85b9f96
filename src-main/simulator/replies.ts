export interface Reply {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}
type Headers = Reply['headers'];
export const emptyReply = (status: number): Reply => ({ status, headers: {}, body: '' });
export const reply = (status: number, type: string, body: Reply['body'], headers: Headers = {}): Reply => ({
  status,
  headers: { 'content-type': type, ...headers },
  body,
});
export const textReply = (status: number, body: string): Reply => reply(status, 'text/plain; charset=utf-8', body);
/** `value` is unknown, because some answers are JSON without an object, for example a string. */
export const jsonReply = (status: number, value: unknown, headers?: Headers): Reply =>
  reply(status, 'application/json; charset=utf-8', JSON.stringify(value), headers);
