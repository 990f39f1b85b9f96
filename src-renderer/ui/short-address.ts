/** The receipt address as people read it: without `https://` and a closing slash. Text only, never used to open it. */
export const shortAddress = (url: string): string => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
