#ifndef CLIBSSL_H
#define CLIBSSL_H
// OpenSSL for Swift: its own functions as they are, its macros as functions, and the callbacks that have to be C.

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <stddef.h>
#include <stdint.h>

// MARK: - The channel: where a session's ciphertext comes from and goes to

// What stands in for a socket under one SSL. A session lends `input` for the length of one call, and owns `output`.
// It also keeps what only callbacks are told.
typedef struct clibssl_channel {
    const uint8_t *input;
    size_t input_count;
    size_t input_taken;
    // From malloc; grows by doubling up to `output_limit`, then writing fails.
    uint8_t *output;
    size_t output_count;
    size_t output_capacity;
    size_t output_limit;
    // Alert descriptions (RFC 8446 §6), or -1.
    int alert_received;
    int alert_sent;
    // The first thing that verification objected to (X509_V_ERR_...), the certificate it was about counted from the
    // leaf, and what the peer had sent; the stack is owned here.
    int verify_error;
    int verify_depth;
    STACK_OF(X509) *rejected_chain;
    // What was passed over because the chain ends in a certificate that a person named: the first of it.
    int tolerated_error;
    int tolerated_depth;
    // The server asked for a client's certificate and there was none to give.
    int lacked_certificate;
    // The first handshake is complete.
    int is_open;
    // We would not negotiate again (an alert no_renegotiation was sent).
    int refused_renegotiation;
    // The server asked for a certificate later, where HTTP/2 was agreed on.
    int asked_in_http2;
    // The session object above, for callbacks that end in Swift. Not owned.
    void *owner;
} clibssl_channel;

clibssl_channel *clibssl_channel_new(size_t output_limit);
void clibssl_channel_free(clibssl_channel *channel);
// Drops whatever is in `output`, and its memory.
void clibssl_channel_drop_output(clibssl_channel *channel);
// Memory fit to be a channel's `output`.
void *clibssl_block_new(size_t capacity);
void clibssl_block_free(void *block);

// Puts a BIO over the channel under the session, and makes the channel findable from it. 1 on success.
int clibssl_session_attach(SSL *ssl, clibssl_channel *channel);
clibssl_channel *clibssl_session_channel(const SSL *ssl);

// Says that a person named this certificate as an anchor. Chains that end in it may lack extensions that no signature
// depends on. 1 on success; the store keeps its own reference.
int clibssl_store_add_named(X509_STORE *store, X509 *certificate);

// Verifies the peer, or (verify 0) only takes note of what would have been wrong.
void clibssl_session_set_verify(SSL *ssl, int verify);
// Judges peers' certificates by this security level, whatever the sessions' own.
void clibssl_context_judge_at_level_2(SSL_CTX *context);

// MARK: - Contexts

// The options and modes every context of ours has.
void clibssl_context_configure(SSL_CTX *context);
// Chooses the first of `protocols` (ALPN wire form) that the client offers; ends the handshake when there is none.
// `protocols` must outlive the context.
void clibssl_context_select_protocol(SSL_CTX *context, const unsigned char *protocols);
void clibssl_context_set_owner(SSL_CTX *context, void *owner);
void *clibssl_context_owner(const SSL_CTX *context);
void clibssl_context_cache_server(SSL_CTX *context);
void clibssl_context_cache_client(SSL_CTX *context, int (*stored)(SSL *, SSL_SESSION *));

// MARK: - Macros as functions

// Lets a client speak with servers that know nothing of secure renegotiation (RFC 5746): we never negotiate again.
void clibssl_context_allow_legacy_servers(SSL_CTX *context);
int clibssl_set_version_range(SSL_CTX *context, int minimum, int maximum);
int clibssl_set_server_name(SSL *ssl, const char *name);
int clibssl_chain_count(const STACK_OF(X509) *chain);
X509 *clibssl_chain_at(const STACK_OF(X509) *chain, int index);
STACK_OF(X509) *clibssl_chain_new(void);
int clibssl_chain_push(STACK_OF(X509) *chain, X509 *certificate);
// Frees the stack and lets go of each certificate.
void clibssl_chain_free(STACK_OF(X509) *chain);
// The group of the key exchange by name, or null.
const char *clibssl_group_name(SSL *ssl);
BIO *clibssl_memory_bio(const void *bytes, size_t count);
// PEM readers that never ask a person for a pass phrase.
X509 *clibssl_read_certificate(BIO *bio);
EVP_PKEY *clibssl_read_key(BIO *bio);
X509_CRL *clibssl_read_crl(BIO *bio);
// Whether the last error says that PEM had no (further) block to offer; the error is taken off the queue then.
int clibssl_is_end_of_pem(void);

// MARK: - Certificates

// Seconds since 1970, or INT64_MIN for what is no time.
int64_t clibssl_time(const ASN1_TIME *time);
// The name on one line in UTF-8, in the manner of RFC 2253 but in the order in which it is written; to be freed with
// clibssl_free.
char *clibssl_name(const X509_NAME *name);
// Calls `found` for each subject alternative name of kind GEN_DNS, GEN_IPADD, GEN_URI or GEN_EMAIL.
void clibssl_each_alternative_name(
    const X509 *certificate, void *context,
    void (*found)(void *context, int kind, const uint8_t *bytes, size_t count));
void clibssl_free(void *memory);

#endif
