import { useEffect, useState } from 'react';
import { useCashier } from '../cashier-context.tsx';
import { CustomerFile } from './customer-file.tsx';
import { FindCustomer, type OpenCustomer } from './find-customer.tsx';

/** Customer service (receipt-service.md 4.7). Leaving this page removes the customer from screen and memory. */
export function CustomersPage() {
  const { session } = useCashier();
  const [customer, setCustomer] = useState<OpenCustomer | null>(null);

  useEffect(() => () => session.setState({ scanned: null }), [session]);

  const leave = (): void => {
    session.setState({ scanned: null });
    setCustomer(null);
  };

  return (
    <div className="customers" data-scans>
      {customer === null ? (
        <FindCustomer onOpen={setCustomer} />
      ) : (
        <CustomerFile key={customer.userId} customer={customer} onLeave={leave} />
      )}
    </div>
  );
}
