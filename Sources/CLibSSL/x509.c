#include "CLibSSLX509.h"

int clibssl_x509_set_p256_point(X509 *certificate, const uint8_t *point, size_t count) {
    uint8_t *copy = count == 65 ? OPENSSL_memdup(point, count) : NULL;
    if (copy == NULL) return 0;
    // RFC 5480 §2: the algorithm, its curve as the parameter, the point as the key. Takes the copy over on success.
    int done = X509_PUBKEY_set0_param(
        X509_get_X509_PUBKEY(certificate), OBJ_nid2obj(NID_X9_62_id_ecPublicKey), V_ASN1_OBJECT,
        OBJ_nid2obj(NID_X9_62_prime256v1), copy, (int)count);
    if (!done) OPENSSL_free(copy);
    return done;
}

static GENERAL_NAME *general_name(int kind, const uint8_t *bytes, size_t count) {
    GENERAL_NAME *name = GENERAL_NAME_new();
    ASN1_STRING *value = ASN1_STRING_type_new(kind == GEN_IPADD ? V_ASN1_OCTET_STRING : V_ASN1_IA5STRING);
    if (name == NULL || value == NULL || count > 255 || !ASN1_STRING_set(value, bytes, (int)count)) {
        GENERAL_NAME_free(name);
        ASN1_STRING_free(value);
        return NULL;
    }
    GENERAL_NAME_set0_value(name, kind, value);
    return name;
}

int clibssl_x509_add_alternative_name(X509 *certificate, int kind, const uint8_t *bytes, size_t count, int critical) {
    GENERAL_NAMES *names = sk_GENERAL_NAME_new_null();
    GENERAL_NAME *name = general_name(kind, bytes, count);
    int done = 0;
    if (names != NULL && name != NULL && sk_GENERAL_NAME_push(names, name) > 0) {
        name = NULL;
        done = X509_add1_ext_i2d(certificate, NID_subject_alt_name, names, critical, X509V3_ADD_DEFAULT) == 1;
    }
    GENERAL_NAME_free(name);
    GENERAL_NAMES_free(names);
    return done;
}

int clibssl_x509_add_authority_key(X509 *certificate, const uint8_t *bytes, size_t count) {
    AUTHORITY_KEYID *identifier = AUTHORITY_KEYID_new();
    int done = 0;
    if (identifier != NULL && count <= 64 && (identifier->keyid = ASN1_OCTET_STRING_new()) != NULL
        && ASN1_OCTET_STRING_set(identifier->keyid, bytes, (int)count)) {
        done = X509_add1_ext_i2d(certificate, NID_authority_key_identifier, identifier, 0, X509V3_ADD_DEFAULT) == 1;
    }
    AUTHORITY_KEYID_free(identifier);
    return done;
}

int clibssl_x509_add_extension(X509 *certificate, int nid, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    int done = extension != NULL && X509_add_ext(certificate, extension, -1) == 1;
    X509_EXTENSION_free(extension);
    return done;
}

// Java reads a certificate from PKCS #12 as trusted only when its bag says for which uses, in an attribute of Oracle's.
static int mark_trusted(PKCS12_SAFEBAG *bag) {
    ASN1_OBJECT *any_use = OBJ_txt2obj("2.5.29.37.0", 1);
    int done = any_use != NULL
        && PKCS12_add1_attr_by_txt(bag, "2.16.840.1.113894.746875.1.1", V_ASN1_OBJECT, (const unsigned char *)any_use, -1);
    ASN1_OBJECT_free(any_use);
    return done;
}

int clibssl_p12_bags_add(clibssl_p12_bags **bags, X509 *certificate, const char *name) {
    PKCS12_SAFEBAG *bag = PKCS12_add_cert(bags, certificate);
    return bag != NULL && PKCS12_add_friendlyname_utf8(bag, name, -1) && mark_trusted(bag);
}

PKCS12 *clibssl_p12_from_bags(clibssl_p12_bags *bags, const char *password) {
    STACK_OF(PKCS7) *safes = NULL;
    PKCS12 *file = NULL;
    // -1: not encrypted. Certificates are public, and systems differ in the ciphers that they can read here.
    if (PKCS12_add_safe(&safes, bags, -1, 0, NULL)) file = PKCS12_add_safes(safes, 0);
    sk_PKCS7_pop_free(safes, PKCS7_free);
    // The check sum is SHA-1, which every system can verify; what it protects is public and checked by its fingerprint.
    if (file != NULL && !PKCS12_set_mac(file, password, -1, NULL, 0, PKCS12_DEFAULT_ITER, EVP_sha1())) {
        PKCS12_free(file);
        return NULL;
    }
    return file;
}

void clibssl_p12_bags_free(clibssl_p12_bags *bags) {
    sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
}
