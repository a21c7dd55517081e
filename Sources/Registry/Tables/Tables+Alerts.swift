extension Tables {
    /// IANA, TLS Alerts. Of TLS 1.3 all but close_notify and user_canceled are fatal.
    static let alertRows = """
        0 close_notify | RFC 8446 §6.1 |
        The sender will send nothing more.
        10 unexpected_message | RFC 8446 §6.2 | fatal
        A message came that has no place there.
        20 bad_record_mac | RFC 8446 §6.2 | fatal
        A record cannot be decrypted: something changed it, or the keys differ.
        21 decryption_failed_RESERVED | RFC 5246 §7.2.2 | fatal obsolete
        It must not be sent any more.
        22 record_overflow | RFC 8446 §6.2 | fatal
        A record is longer than it may be.
        30 decompression_failure_RESERVED | RFC 5246 §7.2.2 | fatal obsolete
        It is not used any more, as TLS does not compress.
        40 handshake_failure | RFC 8446 §6.2 | fatal
        The two sides have no version, cipher or parameter in common.
        = Compare what the client offers with what the server takes.
        41 no_certificate_RESERVED | RFC 5246 §7.2.2 | obsolete
        It was SSL 3.0's way to say that there is no certificate.
        42 bad_certificate | RFC 8446 §6.2 | fatal
        A certificate is damaged, or its signature is wrong.
        43 unsupported_certificate | RFC 8446 §6.2 | fatal
        A certificate is of a kind that is not supported.
        44 certificate_revoked | RFC 8446 §6.2 | fatal
        A certificate was revoked by who issued it.
        45 certificate_expired | RFC 8446 §6.2 | fatal
        A certificate is no longer valid, or the clock is wrong.
        46 certificate_unknown | RFC 8446 §6.2 | fatal
        A certificate is not acceptable for another reason.
        = Often the client does not trust who issued it, or has pinned another one.
        47 illegal_parameter | RFC 8446 §6.2 | fatal
        A value in the handshake is impossible or fits nothing else.
        48 unknown_ca | RFC 8446 §6.2 | fatal
        Who issued the certificate is not trusted.
        = Make the client trust the certificate authority, or send the missing intermediate certificate.
        49 access_denied | RFC 8446 §6.2 | fatal
        The certificate is valid, and its holder may not come in.
        50 decode_error | RFC 8446 §6.2 | fatal
        A message cannot be read.
        51 decrypt_error | RFC 8446 §6.2 | fatal
        A signature or a check value of the handshake is wrong.
        60 export_restriction_RESERVED | RFC 5246 §7.2.2 | fatal obsolete
        It belonged to ciphers that were weak by law.
        70 protocol_version | RFC 8446 §6.2 | fatal
        The version of TLS is known, and not accepted.
        = One side is too old, or the other too strict.
        71 insufficient_security | RFC 8446 §6.2 | fatal
        The ciphers offered are weaker than the server wants.
        80 internal_error | RFC 8446 §6.2 | fatal
        The sender failed, through no fault of its peer.
        86 inappropriate_fallback | RFC 7507 §4 | fatal
        The client came with an older version than it can, and the server can do better.
        90 user_canceled | RFC 8446 §6.1 |
        The handshake was given up for a reason that has nothing to do with TLS.
        100 no_renegotiation_RESERVED | RFC 5246 §7.2.2 | obsolete
        The sender does not want a second handshake on the connection.
        109 missing_extension | RFC 8446 §6.2 | fatal
        The handshake lacks an extension that it has to have.
        110 unsupported_extension | RFC 8446 §6.2 | fatal
        An extension was answered that was not asked for.
        111 certificate_unobtainable_RESERVED | RFC 6066 §9 | obsolete
        The certificate could not be fetched from its address.
        112 unrecognized_name | RFC 8446 §6.2 | fatal
        The server has no certificate for the name that the client asks for (SNI).
        113 bad_certificate_status_response | RFC 8446 §6.2 | fatal
        The stapled word on revocation (OCSP) is not valid.
        114 bad_certificate_hash_value_RESERVED | RFC 6066 §9 | fatal obsolete
        The certificate fetched from its address is another one.
        115 unknown_psk_identity | RFC 8446 §6.2 | fatal
        No key is known under this name.
        116 certificate_required | RFC 8446 §6.2 | fatal
        The server wants a certificate of the client, and got none.
        = Give the client its certificate; a proxy that decrypts cannot pass it on.
        120 no_application_protocol | RFC 7301 §3.2 | fatal
        The two sides have no protocol in common (ALPN).
        121 ech_required | RFC 9849 §5 | fatal provisional
        The client insists on an encrypted ClientHello, and the server did not take it.
        """
}
