"""Makes `SiteAdmin` the default admin site."""

from django.contrib.admin.apps import AdminConfig


class SiteAdminConfig(AdminConfig):
    default_site = "highsociety_site.admin_site.SiteAdmin"
