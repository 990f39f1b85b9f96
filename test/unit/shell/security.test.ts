import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { grantNothing, keepWindowsInPlace, webPreferences } from '../../../src-main/shell/window-security.ts';
import { projectText } from '../../fakes/project-files.ts';

test('every window is sandboxed, isolated and without Node', () => {
  expect(webPreferences).toEqual({
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  });
});

describe('a window of any kind', () => {
  /** Electron's app and one `webContents`, with the members that the code uses. */
  const opened = ({ switches = [] }: { readonly switches?: readonly string[] } = {}) => {
    const app = new EventEmitter();
    let sandboxed = false;
    keepWindowsInPlace(
      Object.assign(app, {
        enableSandbox: () => (sandboxed = true),
        commandLine: { hasSwitch: (name: string) => switches.includes(name) },
      }) as unknown as Parameters<typeof keepWindowsInPlace>[0],
    );
    const contents = new EventEmitter();
    let answerOpen: () => unknown = () => 'not asked';
    app.emit(
      'web-contents-created',
      {},
      Object.assign(contents, { setWindowOpenHandler: (handler: () => unknown) => (answerOpen = handler) }),
    );
    return { contents, sandboxed: () => sandboxed, openWindow: () => answerOpen() };
  };

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])('refuses %s', (event) => {
    let prevented = 0;
    opened().contents.emit(event, { preventDefault: () => (prevented += 1) });
    expect(prevented).toBe(1);
  });

  test('opens no other window, and the whole app is sandboxed', () => {
    const { openWindow, sandboxed } = opened();
    expect(openWindow()).toEqual({ action: 'deny' });
    expect(sandboxed()).toBe(true);
  });

  test('does not enable the sandbox of the whole app if the system was started without one', () => {
    expect(opened({ switches: ['no-sandbox'] }).sandboxed()).toBe(false);
  });
});

test('no permission is ever granted', () => {
  const answers: unknown[] = [];
  grantNothing({
    setPermissionRequestHandler: (handler: (...args: unknown[]) => void) =>
      handler(null, 'media', (granted: boolean) => answers.push(granted)),
    setPermissionCheckHandler: (handler: (...args: unknown[]) => unknown) => answers.push(handler(null, 'midi')),
    setDevicePermissionHandler: (handler: (...args: unknown[]) => unknown) =>
      answers.push(handler({ deviceType: 'usb' })),
  } as unknown as Parameters<typeof grantNothing>[0]);
  expect(answers).toEqual([false, false, false]);
});

test('the configuration of the packed program has the intended value for each fuse', () => {
  const builder = projectText('electron-builder.yml');
  const fuses = Object.fromEntries(
    [...(builder.split(/^electronFuses:$/m)[1] ?? '').matchAll(/^ {2}(\w+): (true|false)$/gm)].map((found) => [
      found[1],
      found[2],
    ]),
  );
  expect(fuses).toEqual({
    runAsNode: 'false',
    enableCookieEncryption: 'false',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    loadBrowserProcessSpecificV8Snapshot: 'false',
    grantFileProtocolExtraPrivileges: 'false',
    resetAdHocDarwinSignature: 'true',
  });
});
