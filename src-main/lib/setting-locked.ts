/** Somebody asked to change a setting that the policy of this computer fixes. Nothing was changed. */
export class SettingLocked extends Error {
  /** `section.key`, or `mode`. */
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    super(`fixed by the policy of this computer: ${keys.join(', ')}`);
    this.keys = keys;
  }
}
