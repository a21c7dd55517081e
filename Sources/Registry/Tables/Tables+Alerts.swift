extension Tables {
    /// IANA, TLS Alerts. Of TLS 1.3 all but close_notify and user_canceled are fatal.
    static let alertRows = """
        0 close_notify | RFC 8446 §6.1 |
        The sender will send nothing more.
        ! A connection that ends without it may have been cut off on its way.
        10 unexpected_message | RFC 8446 §6.2 | fatal
        A message arrived that is not allowed at this point.
        20 bad_record_mac | RFC 8446 §6.2 | fatal
        A record cannot be decrypted: it was changed, or the keys differ.
        ! Faulty memory or a proxy that changes bytes is the usual cause.
        21 decryption_failed_RESERVED | RFC 5246 §7.2.2 | fatal obsolete
        Obsolete; it must not be sent.
        22 record_overflow | RFC 8446 §6.2 | fatal
        A record is longer than allowed.
        30 decompression_failure_RESERVED | RFC 5246 §7.2.2 | fatal obsolete
        Obsolete: TLS no longer compresses.
        40 handshake_failure | RFC 8446 §6.2 | fatal
        The two sides have no version, cipher or parameter in common.
        = Compare what the client offers with what the server accepts.
        ! An old client without the ciphers or curves of the server is the usual cause.
        41 no_certificate_RESERVED | RFC 5246 §7.2.2 | obsolete
        In SSL 3.0: the client has no certificate.
        42 bad_certificate | RFC 8446 §6.2 | fatal
        A certificate is damaged, or its signature is wrong.
        ! Clients send it for certificates of Hark, too, if they do not trust its CA.
        43 unsupported_certificate | RFC 8446 §6.2 | fatal
        A certificate is of an unsupported type.
        44 certificate_revoked | RFC 8446 §6.2 | fatal
        The issuer has revoked a certificate.
        45 certificate_expired | RFC 8446 §6.2 | fatal
        A certificate has expired, or the clock is wrong.
        ! A clock that is wrong leads to it with a certificate that is valid.
        46 certificate_unknown | RFC 8446 §6.2 | fatal
        A certificate is rejected for another reason.
        = Often the client does not trust the issuer, or has pinned another certificate.
        ! Clients send it for certificates of Hark, too, if they do not trust its CA.
        47 illegal_parameter | RFC 8446 §6.2 | fatal
        A value in the handshake is impossible or inconsistent.
        48 unknown_ca | RFC 8446 §6.2 | fatal
        The issuer of the certificate is not trusted.
        = Make the client trust the certificate authority, or send the missing intermediate certificate.
        ! A server that does not send its intermediate certificates leads to it, in some clients only.
        49 access_denied | RFC 8446 §6.2 | fatal
        The certificate is valid, but its holder is denied access.
        50 decode_error | RFC 8446 §6.2 | fatal
        A message cannot be parsed.
        51 decrypt_error | RFC 8446 §6.2 | fatal
        A signature or checksum of the handshake is wrong.
        60 export_restriction_RESERVED | RFC 5246 §7.2.2 | fatal obsolete
        It was for the weak ciphers that export laws once required.
        70 protocol_version | RFC 8446 §6.2 | fatal
        The TLS version is known, but not accepted.
        = One side is too old, or the other too strict.
        ! A client with TLS 1.0 or 1.1 at a server of today gets it.
        71 insufficient_security | RFC 8446 §6.2 | fatal
        The offered ciphers are weaker than the server requires.
        80 internal_error | RFC 8446 §6.2 | fatal
        The sender failed; the peer did nothing wrong.
        86 inappropriate_fallback | RFC 7507 §4 | fatal
        The client fell back to an older version, but the server supports a newer one.
        90 user_canceled | RFC 8446 §6.1 |
        The handshake was cancelled for a reason outside TLS.
        100 no_renegotiation_RESERVED | RFC 5246 §7.2.2 | obsolete
        The sender refuses a second handshake on the connection.
        109 missing_extension | RFC 8446 §6.2 | fatal
        The handshake lacks a required extension.
        110 unsupported_extension | RFC 8446 §6.2 | fatal
        The response has an extension that was not offered.
        111 certificate_unobtainable_RESERVED | RFC 6066 §9 | obsolete
        The certificate could not be fetched from its URL.
        112 unrecognized_name | RFC 8446 §6.2 | fatal
        The server has no certificate for the name that the client asks for (SNI).
        ! A default host is missing in the configuration, or the name is misspelt.
        113 bad_certificate_status_response | RFC 8446 §6.2 | fatal
        The stapled revocation status (OCSP) is invalid.
        114 bad_certificate_hash_value_RESERVED | RFC 6066 §9 | fatal obsolete
        The certificate fetched from its URL is another one.
        115 unknown_psk_identity | RFC 8446 §6.2 | fatal
        The server knows no key of this name.
        116 certificate_required | RFC 8446 §6.2 | fatal
        The server requires a client certificate, but got none.
        = Give the client its certificate; a proxy that decrypts cannot forward it.
        ! In TLS 1.3 it comes after the handshake, so clients report it when they read the response.
        120 no_application_protocol | RFC 7301 §3.2 | fatal
        The two sides have no application protocol in common (ALPN).
        ! A client that offers only h2 at a server with HTTP/1.1 gets it.
        121 ech_required | RFC 9849 §5 | fatal provisional
        The client requires an encrypted ClientHello, but the server did not accept it.
        """
}
