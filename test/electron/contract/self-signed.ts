/**
 * A certificate that nobody trusts, for `localhost` and `service.example` until the end of 2049, made like that of
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -addext subjectAltName=DNS:localhost,DNS:service.example`.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBFLOahe8nB188ueM
8A0aXsHZAVST87cyzTV6T7FeFiuhRANCAAT559eWmCvjDaYQ6fGOztmIzdRCCxHp
wOmuycL9Zp7fWHTb0iq0AED/vwrX2Tffy/f6QnhvXv72UUg3ZXzTUXEM
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBRzCB7qADAgECAgkBamPHN5WFZeAwCgYIKoZIzj0EAwIwFDESMBAGA1UEAwwJ
bG9jYWxob3N0MB4XDTIwMDEwMTAwMDAwMFoXDTQ5MTIzMTAwMDAwMFowFDESMBAG
A1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+efXlpgr
4w2mEOnxjs7ZiM3UQgsR6cDprsnC/Wae31h029IqtABA/78K19k338v3+kJ4b17+
9lFIN2V801FxDKMpMCcwJQYDVR0RBB4wHIIJbG9jYWxob3N0gg9zZXJ2aWNlLmV4
YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIgcQf7iilktxlc3gMR3N/o/NMOA6M+zdON
ll2u4ewJzHACIQDASn0KWds+v9Te7E973CvdzIy3c5tBf+hWticoe4+mSg==
-----END CERTIFICATE-----
`,
};
