/**
 * Every screen and state of both windows. `npm run gallery` serves them on this computer, in every language, size, text
 * scale and form. `npm run gallery -- --pictures` takes the pictures of docs/screens.md and writes that page.
 */
import { parseArgs } from 'node:util';
import { takeScreenshots } from '../test/gallery/pictures.ts';
import { servedGallery } from '../test/gallery/served.ts';

const { values } = parseArgs({ options: { pictures: { type: 'boolean' } } });
const gallery = await servedGallery();
if (values.pictures === true) {
  const count = await takeScreenshots(gallery);
  await gallery.close();
  console.log(`${count} pictures, docs/screens.md`);
} else {
  console.log(`Every screen and state: ${gallery.address}\nCtrl+C ends it.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void gallery.close());
}
