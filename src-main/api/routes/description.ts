import { z } from 'zod';
import { docsPage } from '../docs-page.ts';
import { defineRoute, json, type Route } from '../route.ts';

/** The API's own description: for programs as OpenAPI, for people as one page without outside resources. */
export const descriptionRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/v1/openapi.json',
    access: 'sale',
    name: 'getDescription',
    summary: 'This description, OpenAPI 3.1',
    answers: {
      200: { description: 'The description', mediaType: 'application/json', schema: z.record(z.string(), z.unknown()) },
    },
    problems: [],
    handle: (_request, { description }) => json(200, description()),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/docs',
    access: 'open',
    name: 'getDocs',
    summary: 'This description as a page to read; needs no token',
    answers: { 200: { description: 'The page', mediaType: 'text/html' } },
    problems: [],
    handle: (_request, { description }) => ({ kind: 'page', ...docsPage(description()) }),
  }),
];
