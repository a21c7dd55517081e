#include "CLibSSL.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// MARK: - Channel

clibssl_channel *clibssl_channel_new(size_t output_limit) {
    clibssl_channel *channel = calloc(1, sizeof *channel);
    if (channel == NULL) return NULL;
    channel->output_limit = output_limit;
    channel->alert_received = -1;
    channel->alert_sent = -1;
    channel->verify_error = X509_V_OK;
    channel->tolerated_error = X509_V_OK;
    return channel;
}

void clibssl_channel_drop_output(clibssl_channel *channel) {
    free(channel->output);
    channel->output = NULL;
    channel->output_count = 0;
    channel->output_capacity = 0;
}

void clibssl_channel_free(clibssl_channel *channel) {
    if (channel == NULL) return;
    clibssl_channel_drop_output(channel);
    clibssl_chain_free(channel->rejected_chain);
    free(channel);
}

void *clibssl_block_new(size_t capacity) {
    return malloc(capacity);
}

void clibssl_block_free(void *block) {
    free(block);
}

static int reserve(clibssl_channel *channel, size_t more) {
    if (more <= channel->output_capacity - channel->output_count) return 1;
    if (more > channel->output_limit - channel->output_count) return 0;
    size_t needed = channel->output_count + more;
    size_t capacity = channel->output_capacity > 0 ? channel->output_capacity : 4096;
    while (capacity < needed) capacity *= 2;
    uint8_t *larger = realloc(channel->output, capacity);
    if (larger == NULL) return 0;
    channel->output = larger;
    channel->output_capacity = capacity;
    return 1;
}

static int channel_write(BIO *bio, const char *bytes, size_t count, size_t *written) {
    clibssl_channel *channel = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    *written = 0;
    if (channel == NULL || !reserve(channel, count)) return 0;
    memcpy(channel->output + channel->output_count, bytes, count);
    channel->output_count += count;
    *written = count;
    return 1;
}

static int channel_read(BIO *bio, char *bytes, size_t count, size_t *read) {
    clibssl_channel *channel = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    *read = 0;
    if (channel == NULL) return 0;
    size_t left = channel->input_count - channel->input_taken;
    if (left == 0) {
        // The end of the stream is the caller's to notice; here there is only "not yet".
        BIO_set_retry_read(bio);
        return -1;
    }
    size_t part = count < left ? count : left;
    memcpy(bytes, channel->input + channel->input_taken, part);
    channel->input_taken += part;
    *read = part;
    return 1;
}

static long channel_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio;
    (void)number;
    (void)pointer;
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

static int channel_create(BIO *bio) {
    BIO_set_init(bio, 1);
    return 1;
}

// Made once, never freed; the first caller to finish wins.
static BIO_METHOD *channel_method(void) {
    static BIO_METHOD *shared = NULL;
    BIO_METHOD *method = __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
    if (method != NULL) return method;
    method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "channel");
    if (method == NULL) return NULL;
    BIO_meth_set_write_ex(method, channel_write);
    BIO_meth_set_read_ex(method, channel_read);
    BIO_meth_set_ctrl(method, channel_control);
    BIO_meth_set_create(method, channel_create);
    BIO_METHOD *before = NULL;
    if (__atomic_compare_exchange_n(&shared, &before, method, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return method;
    BIO_meth_free(method);
    return before;
}

// MARK: - Session

static void note_alert(const SSL *ssl, int where, int value) {
    if ((where & SSL_CB_ALERT) == 0) return;
    clibssl_channel *channel = clibssl_session_channel(ssl);
    if (channel == NULL) return;
    if (where & SSL_CB_READ) {
        channel->alert_received = value & 0xff;
    } else {
        channel->alert_sent = value & 0xff;
        if (channel->alert_sent == SSL_AD_NO_RENEGOTIATION) channel->refused_renegotiation = 1;
    }
}

int clibssl_session_attach(SSL *ssl, clibssl_channel *channel) {
    BIO_METHOD *method = channel_method();
    BIO *bio = method == NULL ? NULL : BIO_new(method);
    if (bio == NULL) return 0;
    BIO_set_data(bio, channel);
    // One reference, for both directions.
    SSL_set_bio(ssl, bio, bio);
    SSL_set_info_callback(ssl, note_alert);
    return SSL_set_app_data(ssl, channel);
}

clibssl_channel *clibssl_session_channel(const SSL *ssl) {
    return SSL_get_app_data(ssl);
}

static clibssl_channel *verifying_channel(X509_STORE_CTX *context) {
    const SSL *ssl = X509_STORE_CTX_get_ex_data(context, SSL_get_ex_data_X509_STORE_CTX_idx());
    return ssl == NULL ? NULL : clibssl_session_channel(ssl);
}

static void free_named(void *parent, void *named, CRYPTO_EX_DATA *data, int index, long number, void *pointer) {
    (void)parent;
    (void)data;
    (void)index;
    (void)number;
    (void)pointer;
    sk_X509_pop_free((STACK_OF(X509) *)named, X509_free);
}

// Where a store keeps the anchors that a person named. Made once; the first caller to finish wins, and what another made
// stays unused.
static int named_index(void) {
    static int shared = -1;
    int index = __atomic_load_n(&shared, __ATOMIC_ACQUIRE);
    if (index >= 0) return index;
    int before = -1;
    index = CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_X509_STORE, 0, NULL, NULL, NULL, free_named);
    if (__atomic_compare_exchange_n(&shared, &before, index, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return index;
    return before;
}

int clibssl_store_add_named(X509_STORE *store, X509 *certificate) {
    int index = named_index();
    if (index < 0) return 0;
    STACK_OF(X509) *named = X509_STORE_get_ex_data(store, index);
    if (named == NULL) {
        named = sk_X509_new_null();
        if (named == NULL || X509_STORE_set_ex_data(store, index, named) != 1) {
            sk_X509_free(named);
            return 0;
        }
    }
    if (sk_X509_push(named, certificate) <= 0) return 0;
    X509_up_ref(certificate);
    return 1;
}

// Whether the chain ends in an anchor that a person named, by content: the system may trust the same.
static int ends_in_named(X509_STORE_CTX *context) {
    int index = named_index();
    X509_STORE *store = X509_STORE_CTX_get0_store(context);
    STACK_OF(X509) *named = store == NULL || index < 0 ? NULL : X509_STORE_get_ex_data(store, index);
    STACK_OF(X509) *chain = X509_STORE_CTX_get0_chain(context);
    int count = chain == NULL ? 0 : sk_X509_num(chain);
    if (named == NULL || count == 0) return 0;
    X509 *anchor = sk_X509_value(chain, count - 1);
    for (int at = 0; at < sk_X509_num(named); at++) {
        if (X509_cmp(sk_X509_value(named, at), anchor) == 0) return 1;
    }
    return 0;
}

// What `openssl req -x509` and `openssl x509 -req` leave out as people call them. RFC 5280 wants these of an authority's
// certificates (sections 4.2.1.1 to 4.2.1.3 and 4.2.1.9), but no path depends on them; what the extensions say
// where they are there is judged as ever.
static int is_mere_omission(int error) {
    return error == X509_V_ERR_CA_CERT_MISSING_KEY_USAGE || error == X509_V_ERR_MISSING_SUBJECT_KEY_IDENTIFIER ||
           error == X509_V_ERR_MISSING_AUTHORITY_KEY_IDENTIFIER || error == X509_V_ERR_CA_BCONS_NOT_CRITICAL;
}

static int judge(int is_fine, X509_STORE_CTX *context) {
    if (is_fine) return 1;
    int error = X509_STORE_CTX_get_error(context);
    clibssl_channel *channel = verifying_channel(context);
    // RFC 5280 section 6.1.1 (d): the anchor is trusted for what the person says it is, not for what it says itself.
    if (is_mere_omission(error) && ends_in_named(context)) {
        if (channel != NULL && channel->tolerated_error == X509_V_OK) {
            channel->tolerated_error = error;
            channel->tolerated_depth = X509_STORE_CTX_get_error_depth(context);
        }
        X509_STORE_CTX_set_error(context, X509_V_OK);
        return 1;
    }
    if (channel != NULL && channel->verify_error == X509_V_OK) {
        channel->verify_error = error;
        channel->verify_depth = X509_STORE_CTX_get_error_depth(context);
        STACK_OF(X509) *sent = X509_STORE_CTX_get0_untrusted(context);
        if (sent != NULL) channel->rejected_chain = X509_chain_up_ref(sent);
    }
    return 0;
}

static int judge_at_level_2(X509_STORE_CTX *context, void *argument) {
    (void)argument;
    X509_VERIFY_PARAM_set_auth_level(X509_STORE_CTX_get0_param(context), 2);
    return X509_verify_cert(context);
}

void clibssl_context_judge_at_level_2(SSL_CTX *context) {
    SSL_CTX_set_cert_verify_callback(context, judge_at_level_2, NULL);
}

void clibssl_session_set_verify(SSL *ssl, int verify) {
    SSL_set_verify(ssl, verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, judge);
}

// MARK: - Contexts

void clibssl_context_configure(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                     SSL_OP_PRIORITIZE_CHACHA);
}

static int select_protocol(
    SSL *ssl, const unsigned char **chosen, unsigned char *chosen_count, const unsigned char *offered,
    unsigned int offered_count, void *ours) {
    (void)ssl;
    const unsigned char *mine = ours;
    // Both are lists of a length byte and that many bytes; ours ends with an empty one.
    for (; *mine != 0; mine += 1 + *mine) {
        unsigned int at = 0;
        while (at < offered_count && offered[at] < offered_count - at) {
            if (offered[at] == *mine && memcmp(offered + at + 1, mine + 1, *mine) == 0) {
                *chosen = offered + at + 1;
                *chosen_count = *mine;
                return SSL_TLSEXT_ERR_OK;
            }
            at += 1 + offered[at];
        }
    }
    // RFC 7301 §3.2: no_application_protocol.
    return SSL_TLSEXT_ERR_ALERT_FATAL;
}

void clibssl_context_select_protocol(SSL_CTX *context, const unsigned char *protocols) {
    SSL_CTX_set_alpn_select_cb(context, select_protocol, (void *)protocols);
}

void clibssl_context_set_owner(SSL_CTX *context, void *owner) {
    SSL_CTX_set_app_data(context, owner);
}

void *clibssl_context_owner(const SSL_CTX *context) {
    return SSL_CTX_get_app_data(context);
}

void clibssl_context_cache_server(SSL_CTX *context) {
    // Tickets carry the state; nothing is remembered here.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 1);
}

static int lacks_certificate(SSL *ssl, X509 **certificate, EVP_PKEY **key) {
    (void)certificate;
    (void)key;
    clibssl_channel *channel = clibssl_session_channel(ssl);
    if (channel != NULL) channel->lacked_certificate = 1;
    return 0;
}

// Asked before any certificate of ours is looked for.
static int may_show_certificate(SSL *ssl, void *argument) {
    (void)argument;
    clibssl_channel *channel = clibssl_session_channel(ssl);
    if (channel == NULL || !channel->is_open) return 1;
    const unsigned char *name = NULL;
    unsigned int count = 0;
    SSL_get0_alpn_selected(ssl, &name, &count);
    if (count != 2 || memcmp(name, "h2", 2) != 0) return 1;
    // RFC 9113 §9.2.3: a client of HTTP/2 takes this for an error, whatever it has to show.
    channel->asked_in_http2 = 1;
    return 0;
}

void clibssl_context_cache_client(SSL_CTX *context, int (*stored)(SSL *, SSL_SESSION *)) {
    SSL_CTX_set_cert_cb(context, may_show_certificate, NULL);
    SSL_CTX_set_client_cert_cb(context, lacks_certificate);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, stored);
}

// MARK: - Macros as functions

void clibssl_context_allow_legacy_servers(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_LEGACY_SERVER_CONNECT);
}

int clibssl_set_version_range(SSL_CTX *context, int minimum, int maximum) {
    return SSL_CTX_set_min_proto_version(context, minimum) == 1 && SSL_CTX_set_max_proto_version(context, maximum) == 1;
}

int clibssl_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

int clibssl_chain_count(const STACK_OF(X509) *chain) {
    return chain == NULL ? 0 : sk_X509_num(chain);
}

X509 *clibssl_chain_at(const STACK_OF(X509) *chain, int index) {
    return chain == NULL ? NULL : sk_X509_value(chain, index);
}

STACK_OF(X509) *clibssl_chain_new(void) {
    return sk_X509_new_null();
}

int clibssl_chain_push(STACK_OF(X509) *chain, X509 *certificate) {
    return sk_X509_push(chain, certificate) > 0;
}

void clibssl_chain_free(STACK_OF(X509) *chain) {
    sk_X509_pop_free(chain, X509_free);
}

const char *clibssl_group_name(SSL *ssl) {
    int group = (int)SSL_get_negotiated_group(ssl);
    return group == NID_undef ? NULL : SSL_group_to_name(ssl, group);
}

BIO *clibssl_memory_bio(const void *bytes, size_t count) {
    return count > INT_MAX ? NULL : BIO_new_mem_buf(bytes, (int)count);
}

static int no_pass_phrase(char *buffer, int size, int is_writing, void *context) {
    (void)buffer;
    (void)size;
    (void)is_writing;
    (void)context;
    return -1;
}

X509 *clibssl_read_certificate(BIO *bio) {
    return PEM_read_bio_X509(bio, NULL, no_pass_phrase, NULL);
}

EVP_PKEY *clibssl_read_key(BIO *bio) {
    return PEM_read_bio_PrivateKey(bio, NULL, no_pass_phrase, NULL);
}

X509_CRL *clibssl_read_crl(BIO *bio) {
    return PEM_read_bio_X509_CRL(bio, NULL, no_pass_phrase, NULL);
}

int clibssl_is_end_of_pem(void) {
    unsigned long error = ERR_peek_last_error();
    if (ERR_GET_LIB(error) != ERR_LIB_PEM || ERR_GET_REASON(error) != PEM_R_NO_START_LINE) return 0;
    ERR_clear_error();
    return 1;
}
