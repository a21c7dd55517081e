internal import CLibSSL
