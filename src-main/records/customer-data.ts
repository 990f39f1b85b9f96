import type { SaleRepository } from '../sales/repository.ts';
import { isSameId, namesCustomer, type Sale } from '../sales/sale/sale.ts';
import { parseKeepingNumbers } from '../shared/json-text.ts';
import type { PartnerUserTable, StoredPartnerUser } from '../storage/partner-user-table.ts';
import type { SaleTable } from '../storage/sale-table.ts';

/** The data that one connection stores of a customer who asks for them, and which of them can be deleted. */

export interface CustomerDataContext {
  readonly saleRepository: SaleRepository;
  readonly table: Pick<SaleTable, 'isSettled'>;
  readonly users: PartnerUserTable;
}

interface FoundSale {
  readonly sale: Sale;
  /** `customer`: the sale names the customer. `receipt`: the given id is an id of the receipt. */
  readonly by: 'customer' | 'receipt';
  /** The accepted bill with every digit; null if it is not stored (any more). */
  readonly bill: unknown;
}

export type CustomerData = ReturnType<typeof findCustomer>;

/** Decrypts every sale and bill, which takes about a second for 20,000 sales. */
export function findCustomer({ saleRepository, users }: CustomerDataContext, id: string) {
  const sales: FoundSale[] = [];
  for (const sale of saleRepository.all()) {
    const billText = sale.billHash === null ? null : saleRepository.findBill(sale.id);
    const bill = billText === null ? null : parseKeepingNumbers(billText);
    const own = [sale.id, sale.reference, sale.receiptNumber, sale.billId];
    if (namesCustomer(readableSale(sale), id) || namesCustomer(bill, id)) sales.push({ sale, by: 'customer', bill });
    else if (own.some((one) => isSameId(one, id))) sales.push({ sale, by: 'receipt', bill });
  }
  const isTheirs = (user: StoredPartnerUser): boolean => isSameId(user.externalId, id) || isSameId(user.userId, id);
  return { sales: sales.reverse(), users: users.list().filter(isTheirs) };
}

export function readableSale(sale: Sale): Readonly<Record<string, unknown>> {
  const read = (text: string | null): unknown => {
    try {
      return text === null || text === '' ? null : parseKeepingNumbers(text);
    } catch {
      return text;
    }
  };
  const { loyalty } = sale;
  return {
    ...sale,
    buyerInformation: read(sale.buyerInformation),
    openedWith: read(sale.openedWith),
    loyalty: loyalty === null ? null : { ...loyalty, providerData: read(loyalty.providerData) },
  };
}

export function retentionReason({ table }: CustomerDataContext, { id, state }: Sale): string | null {
  if (table.isSettled(id)) return null;
  if (state === 'open') return 'it is open: take its payment or cancel it, then ask again';
  if (state === 'attention') return 'the receipt service refused it: repair and send it or cancel it, then ask again';
  return 'it waits for the receipt service: start the program and let it be delivered, or cancel it, then ask again';
}
