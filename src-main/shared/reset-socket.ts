/** The members of a socket of Node that a reset needs. */
interface Resettable {
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly writableLength: number;
  destroy(): unknown;
  resetAndDestroy(): unknown;
}

/**
 * Resets a connection, so that the other side learns of the failure. While its end is being sent, libuv refuses a reset,
 * and Node would never close the socket. By then all bytes have left, so the connection is only closed.
 */
export function resetSocket(socket: Resettable): void {
  const isEnding = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
  if (isEnding) socket.destroy();
  else socket.resetAndDestroy();
}
