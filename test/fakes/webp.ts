/** A WebP picture of one pixel without animation. */
export const smallWebp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

export const otherWebp = Buffer.from(smallWebp);
otherWebp.writeUInt8(1, 21);
