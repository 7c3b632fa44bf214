// Made for tests and worth nothing: openssl req -x509 -newkey ec … -days 36500 -subj /CN=localhost

/** A key and a certificate of its own making for the name `localhost`. */
export const CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUDChjdDDog9WdYZW
/5I3+aKYq29i2LutrEnWLAdmz6WhRANCAAQ3WrCXZez39/P6mnTwALdwgeCRL0Es
FhG2K892itEvkyoHMdGL3Hr5CBP4wJaoo9uMRpkQpyoJDARRJ6Mj9jvg
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUIa6RUnI++96DX8Ct1Ud7uGgZZggwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDE2MzY0N1oYDzIxMjYxMDI3
MTYzNjQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQ3WrCXZez39/P6mnTwALdwgeCRL0EsFhG2K892itEvkyoHMdGL3Hr5
CBP4wJaoo9uMRpkQpyoJDARRJ6Mj9jvgo2kwZzAdBgNVHQ4EFgQUOZu+1D7cOSHe
lWA/gET8vqNmLEowHwYDVR0jBBgwFoAUOZu+1D7cOSHelWA/gET8vqNmLEowDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgBavYqZZs7Q0Sisrcc6rnITTfGv3myNKoBDVcMySQ/bACIDdRdve30elu
WgvoLMXCsGXCpYqTitTziOOnivE8IRyg
-----END CERTIFICATE-----
`,
} as const;
