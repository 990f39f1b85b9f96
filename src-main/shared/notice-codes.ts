import notices from './notices.json' with { type: 'json' };

export type NoticeCode = keyof typeof notices;
export const noticeCodes = Object.keys(notices) as readonly NoticeCode[];
