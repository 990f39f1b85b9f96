import type { App, Session, WebContents, WebPreferences } from 'electron';

/** The options of every window. Many are Electron's defaults, listed so that a test can check them. */
export const webPreferences = {
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
  // The spell checker would fetch dictionaries from the network.
  spellcheck: false,
} as const satisfies WebPreferences;

const keepInPlace = (contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void => {
  const refuse = (event: { preventDefault(): void }): void => event.preventDefault();
  contents.on('will-navigate', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-redirect', refuse);
  contents.on('will-attach-webview', refuse);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
};

/** Applies to all web contents that are created later. Call it before the app is ready. */
export const keepWindowsInPlace = (app: Pick<App, 'on' | 'enableSandbox' | 'commandLine'>): void => {
  // With --no-sandbox no process can be sandboxed, and requiring it may end every window.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => keepInPlace(contents));
};

/** Refuses camera, location, notifications, devices and everything else. Call it when the app is ready. */
export const grantNothing = (
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'>,
): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
};
