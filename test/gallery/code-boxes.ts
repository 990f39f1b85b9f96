interface CodeBox {
  /** The upper left corner, width and height including the white border, in CSS pixels. */
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/**
 * The position of the code on the customer display in every state. docs/screens.md shows this table, and
 * test/e2e/walk-customer.test.ts checks it.
 */
export const codeBoxes: Readonly<Record<string, CodeBox>> = {
  '1024 x 768': { left: 46, top: 79, side: 540 },
  '640 x 480': { left: 29, top: 49, side: 315 },
  '600 x 1024': { left: 93, top: 61, side: 405 },
  '853 x 493': { left: 30, top: 43, side: 360 },
  '800 x 480, 7″': { left: 29, top: 42, side: 315 },
  '1024 x 600, 7″': { left: 36, top: 61, side: 405 },
  '1280 x 800, 10.1″': { left: 48, top: 82, side: 540 },
  '800 x 1280, 10.1″': { left: 123, top: 82, side: 540 },
  '1920 x 1080, 15.6″': { left: 65, top: 111, side: 720 },
  '1920 x 1080, 21.5″': { left: 65, top: 111, side: 720 },
};

export const displayName = ({
  width,
  height,
  inches,
}: {
  width: number;
  height: number;
  inches: number | null;
}): string => `${width} x ${height}${inches === null ? '' : `, ${inches}″`}`;
