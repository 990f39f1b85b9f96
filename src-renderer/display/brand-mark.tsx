import { useState } from 'react';
import { shownText } from '../../src-main/lib/foreign-text.ts';
import type { Brand } from '../../src-main/lib/views.ts';

/** The logo, or the shop's name where there is none that can be shown. */
export function BrandMark({ brand }: { readonly brand: Brand }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { logo, shopName } = brand;
  return logo === null || logo === broken ? (
    <p className="brand">
      <bdi>{shownText(shopName)}</bdi>
    </p>
  ) : (
    <img className="brand brand--logo" src={logo} alt={shownText(shopName)} onError={() => setBroken(logo)} />
  );
}
