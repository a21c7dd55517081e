#ifndef CLIBSSL_X509_H
#define CLIBSSL_X509_H
// What making certificates needs of libcrypto and Swift cannot call: macros, variadic functions and typed stacks.
//
// Every function returns NULL or 0 on failure and leaves the reason in libcrypto's error queue.

#include <stddef.h>
#include <stdint.h>

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// A new key on the curve P-256; the caller owns it.
static inline EVP_PKEY *clibssl_key_new_p256(void) {
    return EVP_EC_gen("P-256");
}

// A new RSA key; the caller owns it.
static inline EVP_PKEY *clibssl_key_new_rsa(unsigned int bits) {
    return EVP_RSA_gen(bits);
}

// Sets the certificate's public key to a point on P-256 (uncompressed, 65 bytes). X509_set_pubkey would write and read the
// key through libcrypto 3's encoders each time, which takes several times as long as a signature.
int clibssl_x509_set_p256_point(X509 *certificate, const uint8_t *point, size_t count);

// Adds a subject alternative name: GEN_DNS with the letters of the name, GEN_IPADD with 4 or 16 bytes.
int clibssl_x509_add_alternative_name(X509 *certificate, int kind, const uint8_t *bytes, size_t count, int critical);

// Adds the authority key identifier, in its form with a key identifier alone.
int clibssl_x509_add_authority_key(X509 *certificate, const uint8_t *bytes, size_t count);

// Adds an extension written in OpenSSL's configuration syntax. For constants only: the text is a small language.
int clibssl_x509_add_extension(X509 *certificate, int nid, const char *value);

// A bag of certificates for PKCS #12, in the making; `clibssl_p12_bags_free` ends it.
typedef struct stack_st_PKCS12_SAFEBAG clibssl_p12_bags;

// Adds a certificate under a name that people see. A first call passes a pointer to NULL.
int clibssl_p12_bags_add(clibssl_p12_bags **bags, X509 *certificate, const char *name);

// The file that holds the bags, unencrypted and with a check sum under the password; the caller owns it.
PKCS12 *clibssl_p12_from_bags(clibssl_p12_bags *bags, const char *password);

void clibssl_p12_bags_free(clibssl_p12_bags *bags);

#endif
