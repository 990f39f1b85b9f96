/** Still WebP pictures of one dot, the smallest that a browser draws. */
export const smallWebp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** The same picture with another size, as a separate file. */
export const otherWebp = Buffer.from(smallWebp);
otherWebp.writeUInt8(1, 21);
