import { failed, type Result } from '../kernel/result.ts';
import { type OwnerOnlyFile, ownerOnlyFile } from './owner-only-file.ts';

/** A token that a host without windows made for its tills, because nobody could pair one there. */
export const tokenFile = (path: string): OwnerOnlyFile => {
  const file = ownerOnlyFile(path);
  const isToken = <Kept extends string | null>(kept: Result<Kept>): Result<Kept> =>
    kept.ok && kept.value !== null && kept.value.length < 32
      ? failed('invalid', `${path} holds no token: found ${kept.value.length} characters, expected 32 or more`)
      : kept;
  return { read: () => isToken(file.read()), make: (token) => isToken(file.make(token)) };
};
