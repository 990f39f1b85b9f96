/** The name of a shop's own picture: it stands for its content. */
export const pictureName = /^[0-9a-f]{32}\.webp$/;

/** Pictures that change on the start screen. */
export const mostIdlePictures = 8;

/** Where a window finds a picture of the shop, below its own page. */
export const pictureFolder = 'own';
export const pictureAddress = (name: string): string => `${pictureFolder}/${name}`;
