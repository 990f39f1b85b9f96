import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { pageHeaders, receiptPage } from './receipt-page.ts';
import { param } from './replies.ts';

/** The page behind a receipt address: what a customer sees who scans the QR code. */
export function pageRoutes(app: FastifyInstance, ctx: Context): void {
  app.get('/r/:billId', (request, reply) => {
    const content = ctx.receipts.page(param(request, 'billId'));
    const page = receiptPage(content, ctx.extensionKey, request.headers['accept-language'] ?? '');
    return reply.code(page.status).headers(pageHeaders).send(page.body);
  });
}
