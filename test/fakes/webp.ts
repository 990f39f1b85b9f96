/** Still WebP pictures of one dot: the least that a browser draws. */
export const smallWebp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** The same with another size: a file of its own. */
export const otherWebp = Buffer.from(smallWebp);
otherWebp.writeUInt8(1, 21);
