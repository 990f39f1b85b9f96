import { JsonText } from '../lib/json-text.ts';
import { customerOf } from './named-parties.ts';
import type { Sale } from './sale.ts';

/**
 * The `buyerInformation` of a registration (interface document 2.9): the till's own, byte for byte, or for a known customer
 * the shop's template with `<id>` replaced by the external id; null for an anonymous sale.
 */
export function buyerInformationOf(sale: Sale, template: unknown): unknown {
  if (sale.buyerInformation !== null) return new JsonText(sale.buyerInformation);
  const customer = customerOf(sale);
  return customer === null ? null : fill(template, customer);
}

function fill(template: unknown, id: string): unknown {
  if (typeof template === 'string') return template.split('<id>').join(id);
  if (Array.isArray(template)) return template.map((item) => fill(item, id));
  if (typeof template === 'object' && template !== null) {
    return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fill(value, id)]));
  }
  return template;
}
