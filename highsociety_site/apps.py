"""Makes `HouseAdmin` the default admin site."""

from django.contrib.admin.apps import AdminConfig


class HouseAdminConfig(AdminConfig):
    default_site = "highsociety_site.admin_site.HouseAdmin"
