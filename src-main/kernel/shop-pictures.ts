/** Pictures that change on the start screen. */
export const mostIdlePictures = 8;

/** Where a window finds a picture of the shop, below its own page. */
export const pictureFolder = 'own';
export const pictureAddress = (name: string): string => `${pictureFolder}/${name}`;
