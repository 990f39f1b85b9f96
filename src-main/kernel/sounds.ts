/** What the cashier's window can be heard to say, each switched on by itself. */
export const sounds = ['scan', 'delivered', 'paper', 'attention'] as const;
export type Sound = (typeof sounds)[number];

export const soundVolumes = ['low', 'middle', 'high'] as const;
export type SoundVolume = (typeof soundVolumes)[number];
