import { useState } from 'react';
import type { Brand } from '../../src-main/contract/views.ts';

/** The logo, or the shop's name where there is none that can be shown. */
export function BrandMark({ brand }: { readonly brand: Brand }) {
  const [broken, setBroken] = useState<string | null>(null);
  const { logo, shopName } = brand;
  return logo === null || logo === broken ? (
    <p className="brand">{shopName}</p>
  ) : (
    <img className="brand brand--logo" src={logo} alt={shopName} onError={() => setBroken(logo)} />
  );
}
