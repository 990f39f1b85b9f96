/** A host of this computer only, perhaps with a port: requests to it do not pass a network. */
export const loopback = /^(localhost|\[::1\]|127(\.\d{1,3}){3})(:\d+)?$/i;
