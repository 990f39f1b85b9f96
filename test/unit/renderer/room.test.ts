import { expect, test } from 'vitest';
import { roomsFor } from '../../../src-renderer/display/room.ts';
import { customerScreens } from '../../fakes/sample-screens.ts';

test('the layouts tried for a QR code without lines all differ, and the last one is that of a QR code with lines', () => {
  const rooms = roomsFor({ ...customerScreens['qr-before'], kind: 'qr', lines: [] } as Parameters<typeof roomsFor>[0]);
  const drawn = rooms.map(({ qrLines: _, ...room }) => JSON.stringify(room));
  expect(new Set(drawn).size).toBe(drawn.length);
  const beside = roomsFor(customerScreens['qr-lines']);
  expect(rooms.at(-1)).toEqual(beside.at(-1));
});
