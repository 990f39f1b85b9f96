/** An address of this computer only: requests to it do not pass a network. `host` may end with a port. */
export const isLoopback = (host: string): boolean => /^(localhost|\[::1\]|127(\.\d{1,3}){3})(:\d+)?$/i.test(host);
