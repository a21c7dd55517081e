/// What making certificates needs of libcrypto and Swift cannot call: macros, variadic functions and typed stacks.
///
/// Every function returns NULL or 0 on failure and leaves the reason in libcrypto's error queue.

#ifndef HARK_CLIBSSL_X509_H
#define HARK_CLIBSSL_X509_H

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

/// A new key on the curve P-256; the caller owns it.
static inline EVP_PKEY *hark_key_new_p256(void) {
    return EVP_EC_gen("P-256");
}

/// A new RSA key; the caller owns it.
static inline EVP_PKEY *hark_key_new_rsa(unsigned int bits) {
    return EVP_RSA_gen(bits);
}

/// A private key in PEM, or NULL. A key that asks for a password is refused: nobody is there to ask.
EVP_PKEY *hark_key_read_pem(BIO *source);

/// Adds a subject alternative name: GEN_DNS with the letters of the name, GEN_IPADD with 4 or 16 bytes.
int hark_x509_add_alternative_name(X509 *certificate, int kind, const uint8_t *bytes, size_t count, int critical);

/// Adds the authority key identifier, in its form with a key identifier alone.
int hark_x509_add_authority_key(X509 *certificate, const uint8_t *bytes, size_t count);

/// Adds an extension written in OpenSSL's configuration syntax. For constants only: the text is a small language.
int hark_x509_add_extension(X509 *certificate, int nid, const char *value);

/// Writes a name on one line, in its own order. UTF-8 stays; control characters and what the syntax uses are escaped.
int hark_x509_print_name(BIO *output, const X509_NAME *name);

/// The subject alternative names: how many, and one of them by index (its bytes belong to the stack).
static inline GENERAL_NAMES *hark_x509_copy_alternative_names(const X509 *certificate) {
    return X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

static inline int hark_general_names_count(const GENERAL_NAMES *names) {
    return sk_GENERAL_NAME_num(names);
}

const ASN1_STRING *hark_general_names_item(const GENERAL_NAMES *names, int index, int *kind);

/// A bag of certificates for PKCS #12, in the making; `hark_p12_bags_free` ends it.
typedef struct stack_st_PKCS12_SAFEBAG hark_p12_bags;

/// Adds a certificate under a name that people see. A first call passes a pointer to NULL.
int hark_p12_bags_add(hark_p12_bags **bags, X509 *certificate, const char *name);

/// The file that holds the bags, unencrypted and with a check sum under the password; the caller owns it.
PKCS12 *hark_p12_from_bags(hark_p12_bags *bags, const char *password);

void hark_p12_bags_free(hark_p12_bags *bags);

#endif
