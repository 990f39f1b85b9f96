/**
 * The displays of the customers' specs, with the position of the code in every state: the upper left corner and the side
 * including the white border, in CSS pixels. docs/screens.md shows this table, and test/e2e/walk-customer.test.ts checks
 * it. `inches` is the setting or null. 640 x 480 is 1280 x 960 with text at 200 %.
 */
export const codeBoxes = [
  { width: 1024, height: 768, inches: null, left: 46, top: 79, side: 540 },
  { width: 640, height: 480, inches: null, left: 29, top: 49, side: 315 },
  { width: 600, height: 1024, inches: null, left: 93, top: 61, side: 405 },
  { width: 853, height: 493, inches: null, left: 30, top: 43, side: 360 },
  { width: 800, height: 480, inches: 7, left: 29, top: 42, side: 315 },
  { width: 1024, height: 600, inches: 7, left: 36, top: 61, side: 405 },
  { width: 1280, height: 800, inches: 10.1, left: 48, top: 82, side: 540 },
  { width: 800, height: 1280, inches: 10.1, left: 123, top: 82, side: 540 },
  { width: 1920, height: 1080, inches: 15.6, left: 65, top: 111, side: 720 },
  { width: 1920, height: 1080, inches: 21.5, left: 65, top: 111, side: 720 },
] as const;
