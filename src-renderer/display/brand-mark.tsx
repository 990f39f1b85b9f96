import type { Brand } from '../../src-main/contract/views.ts';

export function BrandMark({ brand }: { readonly brand: Brand }) {
  return brand.logo === null ? (
    <p className="brand">{brand.shopName}</p>
  ) : (
    <img className="brand brand--logo" src={brand.logo} alt={brand.shopName} />
  );
}
