#include "CLibSSL.h"

int64_t clibssl_time(const ASN1_TIME *time) {
    ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
    int days = 0;
    int seconds = 0;
    int is_time = time != NULL && epoch != NULL && ASN1_TIME_diff(&days, &seconds, epoch, time);
    ASN1_TIME_free(epoch);
    return is_time ? (int64_t)days * 86400 + seconds : INT64_MIN;
}

char *clibssl_name(const X509_NAME *name) {
    BIO *bio = BIO_new(BIO_s_mem());
    if (bio == NULL) return NULL;
    char *text = NULL;
    // Control characters come out escaped; UTF-8 stays as it is.
    unsigned long flags = (XN_FLAG_ONELINE & ~ASN1_STRFLGS_ESC_MSB & ~XN_FLAG_SPC_EQ);
    if (name != NULL && X509_NAME_print_ex(bio, name, 0, flags) >= 0) {
        char *bytes = NULL;
        long count = BIO_get_mem_data(bio, &bytes);
        if (count >= 0) text = OPENSSL_strndup(bytes == NULL ? "" : bytes, (size_t)count);
    }
    BIO_free(bio);
    return text;
}

void clibssl_each_alternative_name(
    const X509 *certificate, void *context,
    void (*found)(void *context, int kind, const uint8_t *bytes, size_t count)) {
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    for (int index = 0; index < sk_GENERAL_NAME_num(names); index++) {
        int kind = 0;
        const ASN1_STRING *value = GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(names, index), &kind);
        if (kind != GEN_DNS && kind != GEN_IPADD && kind != GEN_URI && kind != GEN_EMAIL) continue;
        int count = ASN1_STRING_length(value);
        if (count >= 0) found(context, kind, ASN1_STRING_get0_data(value), (size_t)count);
    }
    GENERAL_NAMES_free(names);
}

void clibssl_free(void *memory) {
    OPENSSL_free(memory);
}
